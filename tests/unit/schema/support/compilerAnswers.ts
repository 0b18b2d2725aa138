import path from 'node:path'
import ts from 'typescript'

const root = path.resolve(import.meta.dirname, '../../../..')
const file = path.join(root, 'tests/unit/schema/mistakes.ts')

/**
 * What the compiler says of each of some lines of code, by their index.
 * @param setting stands above them; -1 is the index of what it says of that
 */
export const compilerAnswers = (setting: string, codes: readonly string[]): Map<number, string> => {
  const lines = [
    setting.replaceAll('\n', ' '),
    ...codes.map((code, index) => `export const m${index} = ${code.replaceAll('\n', ' ')}`),
  ]
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = name => name === file || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2023, true)
      : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], options, host)
  const source = program.getSourceFile(file)
  return new Map(
    program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
      const line = source?.getLineAndCharacterOfPosition(start).line ?? 0
      return [line - 1, ts.flattenDiagnosticMessageText(messageText, '\n')]
    }),
  )
}
