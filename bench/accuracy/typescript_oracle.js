// Ask the TypeScript compiler where the names of a repository are declared.
//
//     NODE_PATH=TOOLS/node_modules node bench/accuracy/typescript_oracle.js REPO -o FILE
//         [--project tsconfig.json] [--sample 12000] [--exclude REGEXP]
//
// Needs npm's `typescript` 5. A position is every identifier that declares nothing and stands in no import or export
// clause. A symbol's answer is all of its declarations: overloads, and an interface beside a constant of its name.

"use strict";

const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

const K = ts.SyntaxKind;

function main() {
  const options = readArguments(process.argv.slice(2));
  const root = fs.realpathSync(options.repo);
  const program = createProgram(path.join(root, options.project));
  const checker = program.getTypeChecker();
  let positions = [];
  for (const file of program.getSourceFiles()) {
    const name = relativePath(root, file.fileName);
    if (name === null || name.endsWith(".d.ts") || (options.exclude && options.exclude.test(name))) continue;
    visit(file, (node) => positions.push({ node, file, ...placeOf(file, node.getStart(file)), path: name }));
  }
  positions = choose(positions, options.sample);
  let known = 0;
  const rows = positions.map((position) => {
    const definitions = define(checker, root, position.node);
    known += definitions.length > 0 ? 1 : 0;
    const { path, line, column, node } = position;
    return JSON.stringify({ path, line, column, name: node.text, how: howUsed(node), definitions }) + "\n";
  });
  fs.writeFileSync(options.output, rows.join(""));
  console.error(`${rows.length} positions, ${known} answered: ${options.output}`);
}

function readArguments(words) {
  const options = { repo: "", output: "", project: "tsconfig.json", sample: 12000, exclude: null };
  for (let at = 0; at < words.length; at++) {
    if (words[at] === "-o" || words[at] === "--output") options.output = words[++at];
    else if (words[at] === "--project") options.project = words[++at];
    else if (words[at] === "--sample") options.sample = Number(words[++at]);
    else if (words[at] === "--exclude") options.exclude = new RegExp(words[++at]);
    else options.repo = words[at];
  }
  if (!options.repo || !options.output) {
    console.error("usage: typescript_oracle.js REPO -o FILE [--project FILE] [--sample N] [--exclude REGEXP]");
    process.exit(2);
  }
  return options;
}

function createProgram(project) {
  const read = ts.readConfigFile(project, ts.sys.readFile);
  const config = ts.parseJsonConfigFileContent(read.config ?? {}, ts.sys, path.dirname(project));
  for (const error of config.errors) console.error(ts.flattenDiagnosticMessageText(error.messageText, " "));
  return ts.createProgram(config.fileNames, { ...config.options, noEmit: true, types: [] });
}

/** Call `found` with every identifier below `node` that is used, not declared. */
function visit(node, found) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isImportEqualsDeclaration(node)) return;
  if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isUse(node)) found(node);
  ts.forEachChild(node, (child) => visit(child, found));
}

function isUse(node) {
  const parent = node.parent;
  if (node.text === "" || node.text === "undefined" || node.text === "const") return false;
  if (ts.isPropertyAccessExpression(parent) || ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent) || ts.isMetaProperty(parent)) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  if (ts.isTypePredicateNode(parent) && parent.parameterName === node) return false;
  return parent.name !== node;
}

function howUsed(node) {
  let whole = node;
  while (
    (ts.isPropertyAccessExpression(whole.parent) && whole.parent.name === whole) ||
    (ts.isQualifiedName(whole.parent) && whole.parent.right === whole)
  ) {
    whole = whole.parent;
  }
  const parent = whole.parent;
  if (ts.isDecorator(parent) || (ts.isCallExpression(parent) && ts.isDecorator(parent.parent))) return "decorator";
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === whole) return "call";
  if (ts.isExpressionWithTypeArguments(parent) && ts.isHeritageClause(parent.parent)) return "base";
  return ts.isTypeReferenceNode(parent) || ts.isTypeQueryNode(parent) ? "type" : "mention";
}

function define(checker, root, node) {
  let symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  if (!symbol) return [];
  if (symbol.flags & ts.SymbolFlags.Alias) {
    const aliased = checker.getAliasedSymbol(symbol);
    // An import that leads nowhere: not installed.
    if (!aliased.declarations) return [{ path: null }];
    symbol = aliased;
  }
  const found = new Map();
  for (const declaration of symbol.declarations ?? []) {
    // declare module "./types" { … } adds to a module and does not define it.
    if (ts.isModuleDeclaration(declaration) && ts.isStringLiteral(declaration.name)) continue;
    // [key: string]: any allows a name and does not define it.
    if (ts.isIndexSignatureDeclaration(declaration)) continue;
    const definition = describe(root, declaration, symbol);
    found.set(JSON.stringify(definition), definition);
  }
  return [...found.values()];
}

function describe(root, declaration, symbol) {
  const file = declaration.getSourceFile();
  const name = relativePath(root, file.fileName);
  if (name === null) return { path: null };
  if (ts.isSourceFile(declaration)) return { path: name, line: 1, first_line: 1, name: "", kind: "module" };
  const label = ts.getNameOfDeclaration(declaration) ?? declaration;
  let start = declaration;
  if (ts.isVariableDeclaration(declaration) && declaration.parent.declarations?.length === 1) {
    start = ts.isVariableStatement(declaration.parent.parent) ? declaration.parent.parent : declaration;
  }
  return {
    path: name,
    line: placeOf(file, label.getStart(file)).line,
    first_line: placeOf(file, start.getStart(file)).line,
    name: ts.isIdentifier(label) || ts.isPrivateIdentifier(label) ? label.text : symbol.name,
    kind: kindOf(declaration),
  };
}

function kindOf(node) {
  switch (node.kind) {
    case K.FunctionDeclaration:
    case K.FunctionExpression:
    case K.ArrowFunction:
      return "function";
    case K.ClassDeclaration:
    case K.ClassExpression:
      return "class";
    case K.InterfaceDeclaration:
      return "interface";
    case K.TypeAliasDeclaration:
      return "type";
    case K.EnumDeclaration:
      return "enum";
    case K.EnumMember:
      return "constant";
    case K.ModuleDeclaration:
      return "namespace";
    case K.TypeParameter:
      return "parameter";
    case K.Parameter:
      return ts.isParameterPropertyDeclaration(node, node.parent) ? "property" : "parameter";
    case K.MethodDeclaration:
    case K.GetAccessor:
    case K.SetAccessor:
    case K.Constructor:
      return "method";
  }
  if (isInsideFunction(node)) return "local";
  if (node.kind === K.VariableDeclaration || node.kind === K.BindingElement) return "variable";
  if (node.kind === K.MethodSignature) return "method";
  // A key of an object literal: no definition in the sense that a class's or an interface's member is one.
  if (node.kind === K.PropertyAssignment || node.kind === K.ShorthandPropertyAssignment) return "key";
  return "property";
}

function isInsideFunction(node) {
  for (let at = node.parent; at && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isClassLike(at) || ts.isInterfaceDeclaration(at)) return false;
    if (ts.isFunctionLike(at)) return true;
  }
  return false;
}

/** Line and column from 1, the column in bytes. */
function placeOf(file, offset) {
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  const start = offset - character;
  return { line: line + 1, column: Buffer.byteLength(file.text.slice(start, offset)) + 1 };
}

function relativePath(root, full) {
  const real = fs.existsSync(full) ? fs.realpathSync(full) : full;
  if (!real.startsWith(root + path.sep) || real.includes("/node_modules/")) return null;
  return path.relative(root, real).split(path.sep).join("/");
}

/** The same positions every time, spread over the repository, sorted by place. */
function choose(positions, wanted) {
  const byPlace = (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.column - b.column);
  if (wanted > 0 && wanted < positions.length) {
    for (const each of positions) {
      each.hash = crypto.createHash("sha256").update(`${each.path}:${each.line}:${each.column}`).digest("hex");
    }
    positions.sort((a, b) => (a.hash < b.hash ? -1 : 1));
    positions = positions.slice(0, wanted);
  }
  return positions.sort(byPlace);
}

main();
