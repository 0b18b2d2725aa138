/** Text answers lose this mark; without it, spreadsheets assume an older encoding than UTF-8. */
const byteOrderMark = '\uFEFF'

/** Downloads `content`; `type` is its media type. */
export const saveFile = (name: string, content: string | Blob, type: string): void => {
  const url = URL.createObjectURL(new Blob([type.startsWith('text/csv') ? byteOrderMark : '', content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
