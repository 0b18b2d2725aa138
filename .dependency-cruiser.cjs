/** The floors of the house: each may import only from those below it (docs/architecture.md#the-floors). */
const floors = [
  ['time'],
  ['schema'],
  ['contract'],
  ['hours'],
  ['core'],
  ['resources'],
  ['scheduling'],
  ['reports'],
  ['calls'],
  ['config', 'notifications', 'routing', 'i18n', 'theme'],
  ['authProvider'],
  ['dataProvider'],
  ['tenant'],
  ['ui'],
  ['crud'],
  ['layout'],
  ['pages'],
  ['application'],
  ['features'],
]

/** The rooms of the server, by floor. The machine's come first: they are given the product, and import nothing of it. */
const serverMachine = [
  [
    'root',
    'log',
    'own',
    'config',
    'clientAddress',
    'networkOf',
    'ownOrigins',
    'inSlices',
    'metrics',
    'reasons',
    'repeat',
    'seal',
    'settings',
    'site',
    'traces',
    'within',
  ],
  ['db', 'intake', 'mails'],
  ['jobs', 'outgoing', 'supabaseClient'],
  ['audit', 'auth', 'files', 'live', 'web'],
  ['webhooks'],
  ['events'],
  ['http'],
  ['crud'],
  ['core'],
  ['start'],
  ['development', 'startServer'],
  ['commands'],
]
const serverFloors = [...serverMachine, ['serve'], ['features'], ['demo'], ['product']]

/** Catalogues are plain texts below every floor; who says them in somebody's language is above (`i18n`). */
const catalogues = '^src/i18n/(en|de)/'

const above = floors.flatMap((floor, index) =>
  floor.map(name => ({
    name: `${name}-imports-only-from-below`,
    severity: 'error',
    from: { path: `^src/${name}(/|\\.)` },
    to: { path: `^src/(${[...floors.slice(index + 1).flat(), 'main'].join('|')})(/|\\.)`, pathNot: catalogues },
  })),
)

const aboveOnServer = serverFloors.flatMap((floor, index) =>
  floor.map(name => ({
    name: `server-${name}-imports-only-from-below`,
    severity: 'error',
    from: { path: `^server/${name}(/|\\.)` },
    to: {
      path: `^server/(${serverFloors
        .slice(index + 1)
        .flat()
        .join('|')})(/|\\.)`,
    },
  })),
)
/** The rooms of the machine know no entity: they are given the product (src/product.ts). */
const machine =
  '^src/(time|schema|hours|contract|core|ui|crud|dataProvider|authProvider|tenant|layout|pages|application|routing|notifications|theme)/'
const product = '^src/(resources|scheduling|reports|calls|features)/'

module.exports = {
  forbidden: [
    ...above,
    ...aboveOnServer,
    {
      // A product of another kind runs on the same machine (tests/fixtures/library).
      name: 'the-server-machine-knows-no-product',
      severity: 'error',
      from: { path: `^server/(${serverMachine.flat().join('|')})(/|\\.)` },
      to: { path: ['^server/(features|demo|product)(/|\\.)', '^src/(resources|scheduling|reports|calls|features)/'] },
    },
    {
      name: 'every-server-file-has-a-floor',
      severity: 'error',
      from: {},
      to: { path: '^server/', pathNot: `^server/(${serverFloors.flat().join('|')})(/|\\.)` },
    },
    {
      name: 'the-machine-knows-no-product',
      severity: 'error',
      from: { path: machine },
      to: { path: product },
    },
    {
      // A face lists what rooms offer to products; between rooms there is no need of one.
      name: 'the-machine-imports-no-face',
      severity: 'error',
      from: { path: [machine, `^server/(${serverMachine.flat().join('|')})(/|\\.)`] },
      to: { path: '^(src/(declare|show)|server/serve)\\.ts$' },
    },
    {
      name: 'the-product-imports-faces-only',
      severity: 'error',
      from: { path: [product, '^src/product\\.ts$', '^server/(features|demo|product)(/|\\.)'] },
      to: {
        path: [
          machine,
          '^src/i18n/(?!(en|de)/(features|resources|index))',
          `^server/(${serverMachine.flat().join('|')})(/|\\.)`,
        ],
        pathNot: '\\.css$',
      },
    },
    {
      name: 'catalogues-import-only-catalogues',
      severity: 'error',
      from: { path: catalogues },
      to: { path: '^(src|server)/', pathNot: catalogues },
    },
    {
      name: 'texts-of-the-machine-know-no-product',
      severity: 'error',
      from: { path: ['^src/i18n/(en|de)/machine/', '^src/schema/'] },
      to: { path: '^src/i18n/', pathNot: '^src/i18n/(en|de)/machine/' },
    },
    {
      name: 'rooms-of-the-machine-say-what-the-machine-says',
      severity: 'error',
      from: { path: machine },
      to: { path: '^src/i18n/(en|de)/(features|index)', reachable: true },
    },
    {
      name: 'pure-floors-are-free-of-react',
      severity: 'error',
      from: { path: '^src/(time|schema|contract|hours|core|resources|scheduling|reports|calls)/' },
      to: { path: 'node_modules/(react|react-dom|react-admin|ra-|@mui|@emotion|@tanstack)' },
    },
    {
      // It is written by the server, and must not pull in the application.
      name: 'the-booking-page-stands-alone',
      severity: 'error',
      from: { path: '^src/bookingPage/' },
      to: { path: '^src/(?!bookingPage/|calls/|contract/|time/|declare\\.ts$)' },
    },
    {
      name: 'only-types-of-calls-are-on-the-booking-page',
      severity: 'error',
      from: { path: '^src/bookingPage/' },
      to: { path: '^src/(calls|contract)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-public-room-writes-the-booking-page',
      severity: 'error',
      from: { path: '^server/features/public/' },
      to: {
        path: '^src/(?!time/|schema/|contract/|hours/|core/|resources/|scheduling/|reports/|calls/|bookingPage/|i18n/en/|config\\.ts$|declare\\.ts$)',
      },
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
      from: { path: '^server/', pathNot: '^server/features/public/' },
      to: {
        path: '^src/(?!time/|schema/|contract/|hours/|core/|resources/|scheduling/|reports/|calls/|i18n/(en|de)/|config\\.ts$|declare\\.ts$)',
      },
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
      name: 'only-the-start-opens-the-database',
      severity: 'error',
      from: { path: '^(server|scripts)/', pathNot: ['^server/db/', '^server/start/'] },
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
      conditionNames: ['slotwise-source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
}
