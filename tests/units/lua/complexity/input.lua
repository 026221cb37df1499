function busy(x)
  if x and y or z then return 1
  elseif y then return 2
  else return 3 end
  for i = 1, 3 do end
  for k, v in pairs(x) do end
  while x do end
  repeat until y
end
