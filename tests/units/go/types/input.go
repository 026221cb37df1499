// Copyright 2024 Example. All rights reserved.

// Package cart keeps items together until they are paid.
package cart

// Cart holds items.
type Cart[T any] struct {
	a, b int `json:"a"` // two of them
	Base
	*io.Reader
	Inner struct {
		Deep int
	}
}

type (
	// Size tells how large.
	Size   int
	Priced interface {
		fmt.Stringer
		Price(of int) (int, error)
	}
	Text = string
)

type Handler func(name string) error
