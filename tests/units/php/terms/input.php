<html><body class="words"><?= $alpha ?></body></html>
<?php
// words of a comment
# more words
$beta = "text $gamma {$delta->epsilon} \n";
echo 'plain', <<<EOT
lines of {$zeta}
EOT;
$eta = <<<'RAW'
raw lines
RAW;
?>
<p>after</p>
