open class Account {
    public static let limit = 3, more = "x"
    private(set) var total: Int = 0 {
        didSet { if total > 3 { warn() } }
    }
    var half: Int { total > 1 ? total / 2 : 0 }
    lazy var table: [String: Int] = {
        var t: [String: Int] = [:]
        return t
    }()
    let (low, high) = bounds
    required public init?(size: Int, _ x: Int = 2) throws { super.init() }
    deinit { close() }
    subscript(i: Int) -> Int { get { 1 } set { } }
    class func make() -> Self { Self() }
    static func == (a: Account, b: Account) -> Bool { true }

    // How much is left,
    // after fees.
    @discardableResult
    internal func left<A>(of fee: Int, // of the bank
                          to other: A) async throws -> [A] where A: Ev {
        let local = 1
        func helper() -> Int { local }
        return []
    }
}
private func `default`() { }
let answer = 42
