<?php
function cart() {}
new<<