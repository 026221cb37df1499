% Prices the carts of a shop.
classdef Cart < handle
    properties (Access = private)
        items = 1
        count
    end
    methods
        function obj = Cart(x)
            obj.items = x;
        end
        function [a, b] = total(obj, n)
            if n && a, b = sum(n); end
        end
        function v = get.count(obj)
        end
    end
    events
        Changed
    end
end
% Return one thing.
function out = helper(x)
    out = 'text';
end
