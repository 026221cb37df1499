package cart

import "fmt"
import (
	str "strings"
	_ "embed"
	. "math"
	`raw/path`
)
