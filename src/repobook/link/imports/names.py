"""Names of packages: as they are imported, and as they are installed."""

from __future__ import annotations

# Packages that are imported under another name than they are installed by.
_IMPORTED_AS = {
    "yaml": "pyyaml", "pil": "pillow", "cv2": "opencv_python", "sklearn": "scikit_learn", "bs4": "beautifulsoup4",
    "dateutil": "python_dateutil", "dotenv": "python_dotenv", "attr": "attrs", "google.protobuf": "protobuf",
    "gtest": "googletest", "gmock": "googletest", "absl": "abseil_cpp", "eigen": "eigen3", "skimage": "scikit_image",
    "jwt": "pyjwt", "magic": "python_magic", "serial": "pyserial", "crypto": "pycryptodome", "git": "gitpython",
    "openssl": "pyopenssl", "fitz": "pymupdf", "usb": "pyusb", "zmq": "pyzmq", "docx": "python_docx",
    "pptx": "python_pptx", "kafka": "kafka_python", "mysqldb": "mysqlclient", "psycopg2": "psycopg2_binary",
    "pkg_resources": "setuptools", "_pytest": "pytest", "markdown_it": "markdown_it_py", "nats": "nats_py",
}  # fmt: skip
# The same the other way round: further names that a package goes by in manifests.
ALSO = {
    "googletest": ("gtest", "gmock", "com_google_googletest"),
    "abseil_cpp": ("absl", "abseil", "com_google_absl"),
    "eigen3": ("eigen",), "protobuf": ("com_google_protobuf",), "psycopg2_binary": ("psycopg2",),
    "opencv_python": ("opencv_python_headless", "opencv", "opencv_contrib_python"), "fmt": ("fmtlib",),
    "gflags": ("com_github_gflags_gflags",), "glog": ("com_github_glog_glog",), "pyopenssl": ("openssl",),
    "benchmark": ("googlebenchmark", "google_benchmark", "com_github_google_benchmark"), "attrs": ("attr",),
    "opencv2": ("opencv",), "python3": ("python", "pythonlibs"), "fftw": ("fftw3",), "sdl2": ("sdl",), "curses": ("ncurses",),
    "png": ("libpng",), "jpeg": ("libjpeg", "libjpeg_turbo"), "libevent": ("event",), "libuv": ("uv", "libuv_static"), "zlib": ("zlib_ng",), "kafka_python": ("kafka_python_ng",), "pycryptodome": ("pycrypto", "pycryptodomex"),
}  # fmt: skip


# Headers that do not bear the name of the package that holds them, as build files call it.
_HEADERS = {
    "png": "png", "jpeglib": "jpeg", "turbojpeg": "libjpeg-turbo", "bzlib": "bzip2", "lzma": "liblzma", "ft2build": "freetype",
    "tiffio": "tiff", "tiff": "tiff", "Python": "Python3", "ncurses": "curses", "libxml": "libxml2", "GL": "opengl",
    "event2": "libevent", "event": "libevent", "SDL": "sdl2", "fftw3": "fftw", "uv": "libuv", "yaml": "libyaml",
    "mysql": "mysql", "libpq-fe": "postgresql", "zlib": "zlib", "zconf": "zlib", "sqlite3": "sqlite3", "gif_lib": "gif",
}  # fmt: skip


def header_package(head: str) -> str:
    """Return what the package of a header is called, by the first part of its path: `zlib.h` is of zlib."""
    plain = head.rpartition(".")[0] if head.endswith((".h", ".hpp", ".hh")) else head
    return _HEADERS.get(plain, plain) or head


def normal_package(name: str) -> str:
    """Return a package's name as all spellings of it: `Flask_SQLAlchemy` and `flask-sqlalchemy` are one."""
    plain = name.lower().replace("-", "_")
    return _IMPORTED_AS.get(plain, plain)
