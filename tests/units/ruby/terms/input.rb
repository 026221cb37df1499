# Words of a comment.
alpha = "text #{beta} \n" + 'plain' + %w[one two].first
gamma = /pattern#{delta}/i
epsilon = <<~TEXT
  lines of #{zeta}
TEXT
eta.ok? ? :theta : { iota: 0xFF }
kappa&.call!(1_000) unless !lambda_name
=begin
A block of words.
=end
puts `ls #{dir}`
__END__
data here
