%% Carts, and what they hold.
-module(cart).
-behaviour(gen_server).
-export([total/1, start/0]).
-include("cart.hrl").
-include_lib("kernel/include/file.hrl").
-import(lists, [map/2]).
-define(LIMIT, 3).
-define(SQ(X), X*X).
-record(item, {name, price = 0 :: integer()}).
-type size() :: small | large.
-opaque t() :: #item{}.
-spec total(list()) -> integer().
%% Sums up all.
total([]) -> 0;
total([H|T]) when H > 1 -> H + total(T);
total(_) -> case x of a -> 1; _ -> lists:sum([1]) end.
start() -> io:format("hi ~p~n", ['atom']), ok.
