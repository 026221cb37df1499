-- words of a comment
--[[ a block
of words ]]
alpha = "text \n" .. 'plain' .. [[long
text]] .. beta
gamma = 0xFF + 1e5
delta.epsilon:zeta(eta)
::label::
goto label
