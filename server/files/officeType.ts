import { type FileType, fileTypes } from '../../src/schema'

/** An endless list must not keep the process busy. */
const mostEntries = 10_000

const namesIn = (bytes: Buffer): string[] | null => {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x04034b50) return null
  // The directory ends with 22 bytes and a comment of up to 64 kB.
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'), bytes.length - 22)
  if (end < 0 || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length) return null
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > mostEntries) return null
  const names: string[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return null
    const [name, extra, comment] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    names.push(bytes.toString('utf8', at + 46, at + 46 + name))
    at += 46 + name + extra + comment
  }
  return names
}

const roots: readonly (readonly [root: string, type: FileType])[] = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
]

/** An OpenDocument file begins with its media type, uncompressed. */
const openDocumentType = (bytes: Buffer): FileType | null => {
  if (bytes.toString('latin1', 30, 38) !== 'mimetype' || bytes.readUInt16LE(8) !== 0) return null
  const said = bytes.toString('latin1', 38, 38 + Math.min(bytes.readUInt32LE(18), 100))
  const found = (['odt', 'ods', 'odp'] as const).find(type => fileTypes[type] === said)
  return found ?? null
}

/** Null for documents with macros. */
export const officeType = (bytes: Buffer): FileType | null => {
  const names = namesIn(bytes)
  if (!names || names.some(name => /(^|\/)vbaProject\.bin$/i.test(name))) return null
  const open = names[0] === 'mimetype' ? openDocumentType(bytes) : null
  if (open) return open
  if (!names.includes('[Content_Types].xml')) return 'zip'
  return roots.find(([root]) => names.some(name => name.startsWith(root)))?.[1] ?? 'zip'
}
