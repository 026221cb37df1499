local json = require("json")
local log = require "shop.log".new
local low, high = 1, 2
local declared
RATE = 0.2
RATE = 0.3
local colors = {
  red = 1,
  ["dark blue"] = 2,
  mix = function(a, b) return a end,
  deep = { fade = function() end },
}
Cart = { open = true }
Cart.__index = Cart
return { setup = function() end }
