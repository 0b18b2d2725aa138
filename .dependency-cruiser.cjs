/** The floors of the house: each may import only from those below it (docs/architecture.md). */
const floors = [
  ['schema'],
  ['resources'],
  ['scheduling'],
  ['config', 'notifications', 'routing', 'i18n', 'theme'],
  ['authProvider'],
  ['dataProvider'],
  ['tenant'],
  ['crud'],
  ['layout', 'pages'],
]

const above = floors.flatMap((floor, index) =>
  floor.map(name => ({
    name: `${name}-imports-only-from-below`,
    severity: 'error',
    from: { path: `^src/${name}(/|\\.)` },
    to: { path: `^src/(${[...floors.slice(index + 1).flat(), 'App', 'main'].join('|')})(/|\\.)` },
  })),
)

module.exports = {
  forbidden: [
    ...above,
    {
      name: 'pure-floors-are-free-of-react',
      severity: 'error',
      from: { path: '^src/(schema|resources|scheduling)/' },
      to: { path: 'node_modules/(react|react-dom|react-admin|ra-|@mui|@emotion|@tanstack)' },
    },
    {
      name: 'browser-code-never-imports-the-server',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^server/' },
    },
    {
      name: 'the-server-takes-only-pure-floors',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^src/(?!schema/|resources/|scheduling/|config\\.ts$)' },
    },
    {
      // Whoever has one of these can do anything, for any tenant (docs/decisions/0003).
      name: 'connections-without-an-actor-stay-in-server-db',
      severity: 'error',
      from: { path: '^(server|scripts)/', pathNot: '^server/db/' },
      to: { path: ['^server/db/(server|postgres|transactions|notifications|embedded/)', 'node_modules/pg/'] },
    },
    {
      // Everybody else is given the one that it opened, and the API's routes only a transaction of their caller.
      name: 'only-start-server-opens-the-database',
      severity: 'error',
      from: { path: '^(server|scripts)/', pathNot: ['^server/db/', '^server/startServer\\.ts$'] },
      to: { path: '^server/db/database\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-code-never-imports-tests',
      severity: 'error',
      from: { path: '^(src|server|scripts)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      // Declarations refer to each other, by functions that are called when all of them are there.
      from: { pathNot: '^src/resources/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
