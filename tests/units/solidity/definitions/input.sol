// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "./Base.sol";
import {A, B as C} from "./x.sol";
/// @title A cart of items
contract Cart is Base, IPriced {
    using Math for uint256;
    uint256 public constant LIMIT = 3;
    mapping(address => uint) private balances;
    event Added(address indexed who, uint n);
    error Broken(string why);
    struct Item { uint price; string name; }
    enum Size { Small, Large }
    modifier onlyOwner() { require(msg.sender == owner, "no"); _; }
    constructor(uint x) Base(x) { }
    function total(uint a) public view onlyOwner returns (uint) { if (a > 1 && true) { return 1; } emit Added(msg.sender, 1); return a; }
    receive() external payable {}
    fallback() external {}
    type Price is uint256;
}
interface IPriced { function price() external returns (uint); }
library Lib { function f(uint x) internal pure returns (uint) { return x; } }
abstract contract Abs {}
function free(uint a) pure returns (uint) { return a; }
uint constant TOP = 1;
struct TopS { uint a; }
