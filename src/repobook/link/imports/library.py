"""What each language's own library calls its modules and headers."""

from __future__ import annotations

import sys


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PYTHON = frozenset(sys.stdlib_module_names | {"__future__", "builtins", "__main__"})
# Modules of Python 2, and of later or earlier versions of Python 3 than the one that runs.
OLD_PYTHON = _words(
    """
    __builtin__ ConfigParser Cookie HTMLParser Queue SocketServer StringIO Tkinter cPickle cStringIO cookielib
    copy_reg exceptions httplib md5 thread tomllib urllib2 urlparse xmlrpclib asynchat asyncore
    imp distutils smtpd cgi cgitb chunk crypt imghdr mailcap msilib nis nntplib ossaudiodev pipes sndhdr spwd sunau
    telnetlib uu xdrlib audioop aifc annotationlib compression
    """
)
C = _words(
    """
    algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes
    ciso646 climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal
    cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception
    execution expected filesystem format forward_list fstream functional future initializer_list iomanip ios
    iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers
    numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex
    source_location span sstream stack stdexcept stop_token streambuf string string_view strstream syncstream
    system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray
    variant vector version assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h
    locale.h math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbit.h stdbool.h stddef.h stdint.h
    stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h wchar.h wctype.h unistd.h fcntl.h
    pthread.h dirent.h dlfcn.h poll.h sched.h semaphore.h strings.h termios.h getopt.h syslog.h pwd.h grp.h
    netdb.h regex.h glob.h spawn.h utime.h alloca.h malloc.h execinfo.h byteswap.h endian.h immintrin.h
    emmintrin.h xmmintrin.h smmintrin.h tmmintrin.h nmmintrin.h pmmintrin.h x86intrin.h arm_neon.h arm_sve.h
    arm_acle.h altivec.h cpuid.h
    bfloat16 stdfloat generator print mdspan flat_map flat_set inplace_vector hazard_pointer rcu text_encoding debugging
    stacktrace spanstream simd linalg
    io.h direct.h process.h windows.h winsock2.h ws2tcpip.h intrin.h tchar.h crtdbg.h shlwapi.h psapi.h dbghelp.h
    Windows.h fenv.h ucontext.h langinfo.h libgen.h link.h elf.h err.h error.h fnmatch.h ftw.h iconv.h ifaddrs.h
    memory.h monetary.h mntent.h nl_types.h paths.h search.h stdio_ext.h sysexits.h ulimit.h utmp.h utmpx.h values.h
    wordexp.h aio.h mqueue.h features.h gnu/libc-version.h stab.h tar.h cpio.h resolv.h ifaddrs.h crypt.h pty.h
    avx2intrin.h avxintrin.h ammintrin.h wmmintrin.h popcntintrin.h mmintrin.h arm_fp16.h arm_bf16.h arm64_neon.h
    TargetConditionals.h Availability.h AvailabilityMacros.h BaseTsd.h basetsd.h WinError.h fileapi.h winerror.h
    pthread_np.h wtypes.h wincrypt.h stropts.h port.h malloc_np.h libproc.h mstcpip.h malloc/malloc.h kernel/OS.h
    riscv_vector.h cxxabi.h unwind.h varargs.h stdckdint.h xlocale.h vecintrin.h
    """
)
C_FOLDERS = (
    "sys/", "netinet/", "arpa/", "net/", "experimental/", "bits/", "ext/", "linux/", "asm/", "mach/", "mach-o/",
    "netpacket/", "rpc/", "tr1/", "libkern/", "machine/", "objc/", "os/", "dispatch/", "vm/",
)  # fmt: skip
NODE = _words(
    """
    assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns
    domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring
    readline repl stream string_decoder timers tls trace_events tty url util v8 vm wasi worker_threads zlib
    sqlite test sea ffi
    """
)
RUBY = _words(
    """
    English abbrev base64 benchmark bigdecimal bundler cgi coverage csv date delegate did_you_mean digest drb erb etc
    expect fcntl fiber fiddle fileutils find forwardable getoptlong io ipaddr irb json logger matrix monitor mutex_m net
    nkf objspace observer open-uri open3 openssl optparse ostruct pathname pp prettyprint prime pstore psych pty racc
    rbconfig rdoc readline reline resolv rinda ripper rubygems securerandom set shellwords singleton socket stringio
    strscan syslog tempfile thread time timeout tmpdir tracer tsort un unicode_normalize uri weakref win32ole yaml zlib
    mkmf rexml continuation
    """
)
APPLE = _words(
    """
    Swift Foundation UIKit AppKit SwiftUI Combine Dispatch XCTest CoreData CoreGraphics Darwin Glibc os Musl WinSDK ucrt
    FoundationNetworking FoundationXML FoundationEssentials Observation Testing StoreKit MapKit WebKit AVFoundation
    AVKit CoreLocation CoreImage CoreMedia CoreVideo CoreText CoreML CoreMotion CoreAudio CoreFoundation CoreServices
    CoreBluetooth CoreTelephony CoreSpotlight QuartzCore Metal MetalKit MetalPerformanceShaders SceneKit SpriteKit ARKit
    GameKit GameplayKit Security SystemConfiguration CryptoKit CommonCrypto LocalAuthentication UserNotifications
    Photos PhotosUI Contacts ContactsUI EventKit HealthKit HomeKit CloudKit WidgetKit WatchKit WatchConnectivity
    MessageUI Messages Social Accounts AuthenticationServices SafariServices PassKit Network NetworkExtension Vision
    NaturalLanguage Speech Accelerate simd IOKit ImageIO MobileCoreServices UniformTypeIdentifiers ObjectiveC Cocoa
    MachO _Concurrency _StringProcessing RegexBuilder Distributed Synchronization Charts TipKit SwiftData Intents
    BackgroundTasks OSLog CoreHaptics MultipeerConnectivity ExternalAccessory PDFKit QuickLook LinkPresentation Android
    Bionic CRT WASILibc PackageDescription PlaygroundSupport AudioToolbox AudioUnit JavaScriptCore
    """
)
JULIA = _words(
    "Base Core Main ArgTools Artifacts Base64 CRC32c CompilerSupportLibraries_jll Dates DelimitedFiles Distributed Downloads"
    " FileWatching Future GMP_jll InteractiveUtils JuliaSyntaxHighlighting LazyArtifacts LibCURL LibCURL_jll LibGit2 Libdl"
    " LinearAlgebra Logging MPFR_jll Markdown Mmap NetworkOptions OpenBLAS_jll OpenSSL_jll Pkg Printf Profile REPL Random SHA"
    " Serialization SharedArrays Sockets SparseArrays Statistics StyledStrings SuiteSparse SuiteSparse_jll TOML Tar Test UUIDs"
    " Unicode Zlib_jll p7zip_jll"
)
LUA = _words("bit coroutine debug ffi io jit math os package string string.buffer table table.new utf8")
JVM = (
    "java",
    "javax",
    "kotlin",
    "scala",
    "jdk",
    "sun",
    "groovy",
    "com.sun",
    "org.w3c.dom",
    "org.xml.sax",
    "org.ietf.jgss",
)
RUST = frozenset({"std", "core", "alloc", "proc_macro", "test"})
# Folders of headers that belong to libraries which many projects use without shipping them.
KNOWN_HEADERS = _words(
    """
    absl asio benchmark boost bzlib catch2 cereal cub cuda cudnn cuco cutlass curl cxxopts date dnnl doctest double-conversion
    EASTL Eigen eigen3 fbgemm flatbuffers fmt folly gflags glib glog gmock google googletest grpc grpcpp gsl gtest
    hip hipblas hipcub hipfft hiprand hipsparse isl jemalloc json libxml llvm llvm-c clang mlir lz4 mimalloc miopen mkl mpi nccl ncurses
    nlohmann nvml nvtx3 oneapi OpenCL openssl opencv2 osmosdr picojson pugixml pybind11 nanobind numpy pb Qt QtCore
    QtGui QtWidgets QtNetwork rapidjson re2 rocblas rocprim rocrand rocthrust SDL SDL2 SDL3 snappy spdlog sqlite sycl tbb tensorflow
    thrust tinyxml2 unicode uv vulkan X11 GL GLES2 GLES3 EGL GLFW xnnpack yaml-cpp zmq zstd zookeeper event2 ffi sleef valgrind
    range kineto executorch tensorpipe gloo onnx ideep oneapi omp cudnn_frontend ck_tile rccl roctracer nlohmann xpu ittnotify
    """
)
