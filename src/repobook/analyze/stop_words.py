"""Words that set no document apart: of English, and of documents about software."""

from __future__ import annotations

STOP_WORDS = frozenset(
    """
a able about above absolutely accept accepts accomplish accordingly across act action actual actually add added adding
addition additional additionally adds after afterwards again against ago ahead all allow allowed allowing allows almost
alone along already also alternative alternatively although always am among amount an and another any anybody anymore
anyone anything anyway anywhere apart appear appears apply applies appropriate are area aren aren't around as aside ask
asks assume assumed assumes at available avoid avoids away awful b back bad base based basic basically be became because
become becomes been before beforehand began begin beginning begins behind being believe below beneath beside besides
best better between beyond big both bottom bring brings but by c call called can can't cannot care case cases cause
causes certain certainly chance change changed changes check choose chosen clear clearly close come comes coming common
commonly complete completely concerning consequently consider considered considering consist consists contain contained
containing contains convenient correct correctly correspond corresponding corresponds could couldn couldn't course
create created creates creating current currently d day days deal decide define defined depend depending depends describe
described describes description desired despite detail details determine did didn didn't differ difference different
differently difficult directly discussed do does doesn doesn't doing don don't done down downwards due during e each
earlier early easier easiest easily easy edit effect effectively either else elsewhere enable enabled end ended ends
enough ensure ensures ensuring entire entirely equal equally equivalent especially essentially etc even eventually ever
every everybody everyone everything everywhere exact exactly example examples except excluding exist existing exists
expect expected explain explained explicit explicitly extra f fact fairly far feel few fewer figure fill final finally
find finding finds fine first firstly fit five follow followed following follows for form former forth forward found four
free frequently from front full fully further furthermore g gave general generally get gets getting give given gives
giving go goes going gone good got great greater h had hadn hadn't half hand happen happened happens hard hardly has hasn
hasn't have haven haven't having he head held hello help helpful helps hence her here hereby herein hers herself hi high
higher highly him himself his hold holds hour hours how however huge i idea identical i'd i'll i'm i've if ignore
ignored immediately important in include included includes including indeed indicate indicated indicates individual
inside instance instead intend intended interest interested into introduce introduced involve involved is isn isn't it
its it's itself j just k keep keeps kept key kind kinds knew know knowing known knows l lack large larger largely last
lastly later latter lead leads learn least leave leaves left length less let let's lets letter like liked likely likewise
line lines list listed little ll long longer look looking looks lot lots low lower m made main mainly major make makes
making manage many mark matter may maybe me mean meaning means meant meanwhile mention mentioned mentions mere merely
met middle might mind minor minute minutes miss missing moment more moreover most mostly move much multiple must my
myself n name named namely names natural naturally near nearly necessarily necessary need needed needing needs neither
never nevertheless new newer newest next nice nine no nobody non none nonetheless nor normal normally not note noted
notes nothing notice now nowhere number numbers numerous o obtain obtained obvious obviously of off offer offers often oh
ok okay old older on once one ones only onto open or order orders original originally other others otherwise ought our
ours ourselves out outside over overall own p page pages part particular particularly partly parts pass passed passes
past people per perform performed performing performs perhaps person pick piece place placed places please plenty plus
point pointed points poor possible possibly potential potentially practically prefer preferred present presented
presumably pretty prevent prevents previous previously prior probably problem problems produce produced produces proper
properly provide provided provides providing purpose put puts putting q quickly quite r rarely rather re reach read
reader reading reads ready real really reason reasonable reasonably reasons receive received recent recently refer
referred refers regard regarding regardless regards related relate relates relative relatively relevant remain remaining
remains remember remove removed removes repeat replace replaced represent represented represents require required requires
requiring respective respectively rest result resulting results right room roughly run running runs s said same save saw say saying
says second secondly seconds section sections see seeing seem seemed seems seen select selected self send sense sent separate
separately serious set sets setting seven several shall she short should shouldn shouldn't show showed showing shown
shows side significant significantly similar similarly simple simpler simplest simply since single six size slightly
small smaller so solely some somebody somehow someone something sometime sometimes somewhat somewhere soon sorry sort
specific specifically specified specifies specify specifying stand standard stands start started starting starts state stated stay
step steps still stop straightforward strongly sub subsequent subsequently substantially successfully such sufficient sufficiently suggest
suggested suggests suitable summary sure t take taken takes taking talk tell tells tend ten term than thank thanks that that's
thats the their theirs them themselves then there there's thereafter thereby therefore therein these they they're
they've thing things think third this thorough those though thought three through throughout thus till time times tip to
today together told too took top topic toward towards treat treated tried tries true truly try trying turn turns twice two type
typical typically u ultimately unable under underlying unfortunately unless unlike unlikely until up upon us usage use used useful user users uses using
usual usually v various ve version versions versus very via view w want wanted wanting wants was wasn wasn't way ways we we'd we'll
we're we've week weeks welcome well went were weren weren't what what's whatever when whenever where whereas whereby wherein wherever whether
which whichever while who whoever whole whom whose why wide widely will willing wish with within without won won't wonder word
words work worked working works world worth would wouldn wouldn't write writes writing written wrong x y year years yes
yet you you'd you'll you're you've your yours yourself yourselves z zero
todo fixme tbd eg ie vs aka faq etc http https www com org html htm md txt img src href alt png svg jpg gif
""".split()
)

# Words of nearly every document about software. In a heading they may still tell what a section is about.
SOFTWARE_WORDS = STOP_WORDS | frozenset(
    """
access app application applications approach argument arguments arrow aspect aspects assign assigned attribute
attributes automatically backward behavior behaviors behaviour behaviours block blocks bug bugs build builds built
caller calling calls checks choice class classes click code codes combination command commands component components
condition conditions configuration configure configured content contents context contribute control copy custom data
debug declaration declare declared default defaults defining definition definitions design detail developer developers
development disable disabled document documentation documented documents download element elements empty entries entry
environment error errors evaluate exception execute executed execution explanation expression external fail failed fails
failure failures false fast faster feature features field fields file files fix fixed flag flags folder format formats
function functionality functions future generate generated generates generic global goal handle handled handles handling
implement implementation implementations implemented implements implicit implicitly import imported imports improve
improvement improvements info information initial initially input inputs insert install installation installed
installing instances instruction instructions interface interfaces internal internally invalid invoke issue issues item
items keyword language languages latest level levels libraries library limit link links load loaded local location logic
machine manually match matches maximum mechanism message messages method methods minimum mode modes modified modify
module modules normal null object objects operation operations optional optionally options option output outputs
overview package packages parameter parameters path paths platform platforms print process program programs project
projects properties property public pull purposes query question questions quick reference references release released
releases report request requests requirement requirements resource resources response return returned returning returns
reuse rule rules safe sample script scripts semantics sequence server service shared signature slow software solution
source sources specification statement statements static status stored string strings structure style support supported
supporting supports syntax system systems table target task tasks team test tested testing tests text title token tool
tools track unique unit unknown update updated updates url valid value values variable variables warning write written
""".split()
)

# The small words of a language: many of them make a text prose.
FUNCTION_WORDS = frozenset(
    """
the of and to a in is that for it with as be on this are by or from at an not you we was were has have which can will if
but all their its they these those then than there our your into when where been would should der die das und ist nicht
le la les et est des el los que una
""".split()
)
