def busy(x)
  return 1 if x && y or z
  while x do x -= 1 end
  until y; end
  for i in x do end
  case x
  when 1 then 2
  when 2 then 3
  end
  begin
    go
  rescue Oops => e
    stop unless e
  end
  if x then 1 elsif y then 2 else 3 end
  x ? 1 : 2
end
