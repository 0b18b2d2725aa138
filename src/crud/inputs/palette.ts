/** Dark enough for white text (4.5:1), and easy to tell apart. */
export const palette = [
  ['crud.color.red', '#C62828'],
  ['crud.color.orange', '#C2410C'],
  ['crud.color.amber', '#9A5B00'],
  ['crud.color.green', '#2E7D32'],
  ['crud.color.teal', '#00796B'],
  ['crud.color.cyan', '#00738A'],
  ['crud.color.blue', '#1565C0'],
  ['crud.color.indigo', '#3949AB'],
  ['crud.color.violet', '#5E35B1'],
  ['crud.color.purple', '#6A1B9A'],
  ['crud.color.pink', '#AD1457'],
  ['crud.color.brown', '#6D4C41'],
  ['crud.color.slate', '#455A64'],
  ['crud.color.black', '#212121'],
] as const
