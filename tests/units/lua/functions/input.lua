#!/usr/bin/lua
--- Prices of carts.
-- One function each.

local M = {}

--- Return what a cart costs.
function total(cart, ...)
  local sum = 0
  local function add(x) sum = sum + x end
  return add(cart)
end
local function hidden() end
function M.create(items) return { items = items } end
function M:clear() self.items = nil end
function M.shop.till:open() end
M.assigned = function(x) return x end
M["quoted"] = function() end
local late = function() end
M.limit = 3
return M
