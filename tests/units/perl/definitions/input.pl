#!/usr/bin/perl
# Prices the carts of a shop.
package Shop::Cart;
use strict;
use List::Util qw(sum max);
require "lib.pl";
use constant LIMIT => 3;
use constant { LOW => 1, HIGH => 2 };
our $VERSION = '1.0';
my $rate = 1;

# Return what a cart costs.
sub total {
    my ($self, $n) = @_;
    if ($n && $rate) { return $self->{sum} }
    foreach my $i (@items) { next unless $i; }
    return sum(1, 2);
}
sub _hidden { "text $rate" . 'raw' }

package Shop::Till { sub open { Shop::Cart->new(1)->total } }
1;
__END__
words after the code
