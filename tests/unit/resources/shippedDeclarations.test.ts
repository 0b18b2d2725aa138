import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { withoutServerOnly } from '../../../scripts/vite/serverOnly'

const { transform } = withoutServerOnly as unknown as {
  transform: { handler: (this: { parse: typeof parseAst }, code: string) => { code: string } }
}
const shipped = (code: string): string => transform.handler.call({ parse: parseAst }, code).code

it('leaves every field in the bundle, whatever its name, and takes out what no screen reads', () => {
  const names = ['docs', 'apiScopes', 'beyondTenant', 'uniqueTogether', 'judge', 'impersonal', 'personalScope']
  const field = (name: string) => `${name}: text({ label: 'Field ${name}' })`
  const code = `export const loans = defineResource({
    name: 'loans', apiScopes: { read: ['secret'] }, beyondTenant: { read: ['secret'] },
    fields: { ${names.map(field).join(', ')}, row: group({ import: text() }) },
    import: { keys: [['secret']] },
    uniqueTogether: [['secret', 'secret']],
    actions: {
      lend: action({ label: 'Lend', input: { ${names.map(field).join(', ')} }, docs: { summary: 'secret' } }),
      end: transition('status', { from: ['lent'], to: 'back' }, { label: 'End', docs: { summary: 'secret' } }),
    },
    conditions: { docs: { when: { judge: ['x'] } } },
  })
  export const told = eventsOf(loans, { types: {}, judge: () => ['secret'], impersonal: ['secret'], personalScope: 'secret' })`
  const left = shipped(code)
  expect(left).not.toContain('secret')
  expect(() => parseAst(left)).not.toThrow()
  for (const name of names) expect(left.split(field(name))).toHaveLength(3)
  expect(left).toContain('group({ import: text() })')
  expect(left).toContain("conditions: { docs: { when: { judge: ['x'] } } }")
})

it('leaves out the input of an action whose dialog has a form of its own', () => {
  const left = shipped(
    "const a = { lend: action({ label: 'Lend', input: { secret: text() }, form: { days: integer() } }), back: action({ input: { why: text() } }) }",
  )
  expect(left).not.toContain('secret')
  expect(left).toContain('form: { days: integer() }')
  expect(left).toContain('input: { why: text() }')
})
