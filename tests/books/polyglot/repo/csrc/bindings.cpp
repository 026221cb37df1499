#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "tensor.h"
#include "tinyfmt/format.h"

namespace py = pybind11;

PYBIND11_MODULE(_C, m) {
  m.doc() = "Operators in C++.";
  py::class_<polyglot::Tensor>(m, "Tensor")
      .def(py::init<std::vector<float>>())
      .def("__len__", &polyglot::Tensor::size)
      .def("__repr__", [](const polyglot::Tensor& self) { return tinyfmt::format("Tensor({})", self.size()); });
  m.def("add", &polyglot::add, py::arg("self"), py::arg("other"), py::arg("alpha") = 1);
  m.def("relu", &polyglot::relu);
}
