import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Session } from '../authProvider/createSession'
import type { SessionState } from '../authProvider/followSession'
import { SessionProvider } from '../authProvider/SessionProvider'
import { config } from '../config'
import { savedViews } from '../core'
import { firstRequest } from '../crud/list/tabs'
import { viewsParams } from '../crud/savedViews/viewsParams'
import { catalogueOf } from '../crud/text/catalogueOf'
import { resourceKeys } from '../crud/text/resourceKeys'
import { firstListPath } from '../dataProvider/readRecords'
import { loadEntryTexts } from '../i18n/entryText'
import { fixLocale } from '../i18n/locale'
import { liveNames, type Product } from '../layout/product'
import styles from '../layout/shell.module.css'
import { LoginPage } from '../pages/entry/LoginPage'
import { pathParamNames } from '../schema'
import { type Locale, locales } from '../schema/locales'
import screenStyles from '../ui/screen/screen.module.css'

/** By page path and language; `app` is any other page behind sign-in. */
export type PrerenderedShells = Readonly<Record<string, Readonly<Record<Locale, string>>>>

const signedOut: SessionState = { user: null, session: null, loading: false, ended: null, isUnreachable: false }
const nobody = { getState: () => signedOut, subscribe: () => () => {} } as unknown as Session

const SignIn = () => (
  <SessionProvider session={nobody}>
    <StaticRouter location="/login">
      <LoginPage />
    </StaticRouter>
  </SessionProvider>
)

const Frame = ({ title, loading }: { title?: string | undefined; loading?: string | undefined }) => (
  <div className={styles.shell}>
    <div className={styles.aside} data-collapsed="false" />
    <div className={styles.content}>
      <div className={`${styles.topBar} ${styles.onPhone}`}>
        <span className={styles.topBarIcon} />
        {config.productName}
      </div>
      <div className={styles.main}>
        {title && (
          <div className={screenStyles.screen} data-wide>
            <div className={screenStyles.header}>
              <div>
                <h1 className={screenStyles.title}>{title}</h1>
              </div>
            </div>
            <div className={screenStyles.table}>
              <p>{loading}</p>
            </div>
          </div>
        )}
      </div>
    </div>
  </div>
)

type MessagesByLocale = Readonly<Record<Locale, Readonly<Record<string, string>>>>

const inLocales = (render: (locale: Locale) => string): Record<Locale, string> =>
  Object.fromEntries(
    locales.map(locale => {
      fixLocale(locale)
      // Inert: nobody can type, and screen readers skip it.
      return [locale, `<fieldset inert disabled class="${styles.picture}">${render(locale)}</fieldset>`]
    }),
  ) as Record<Locale, string>

/**
 * The sign-in page, and the frame with a list's heading, served so that the first paint needs no scripts
 * (docs/decisions/0009).
 * @param productName the placeholder for the product's name
 */
export const prerenderShells = async (
  { registry, texts }: Product,
  productName: string,
): Promise<PrerenderedShells> => {
  await Promise.all(locales.map(loadEntryTexts))
  const { english, translations } = catalogueOf(registry.all, texts)
  const messagesIn = async (locale: Locale) => [
    locale,
    locale === 'en' ? english : { ...english, ...(await translations[locale]()) },
  ]
  const messages: MessagesByLocale = Object.fromEntries(await Promise.all(locales.map(messagesIn)))
  config.productName = productName
  const lists = registry.screened.map(resource => {
    const keys = resourceKeys(resource)
    const list = (locale: Locale) => (
      <Frame title={messages[locale][keys.page('list')]} loading={messages[locale][keys.loading('list')]} />
    )
    return [resource.screens.base, inLocales(locale => renderToStaticMarkup(list(locale)))] as const
  })
  return {
    '/login': inLocales(() => renderToStaticMarkup(<SignIn />).replace(/<title>.*?<\/title>/, '')),
    app: inLocales(() => renderToStaticMarkup(<Frame />)),
    ...Object.fromEntries(lists),
  }
}

/**
 * A list's first requests by page path, separated by spaces, for `src/headStart.ts`. Not for live lists, which would
 * miss changes, nor above tenants.
 */
export const firstRequests = ({ registry, effects, subjects = [] }: Product): Readonly<Record<string, string>> => {
  const live = subjects.flatMap(({ live }) => (live ? liveNames(live, effects) : []))
  return Object.fromEntries(
    registry.screened.flatMap(resource => {
      const { kind, name, api, screens } = resource
      if (kind === 'singleton' || pathParamNames(api).length > 0) return []
      // Above tenants, lists need the person's role.
      if (resource.scope === 'platform') return [[screens.base, '']]
      const views = firstListPath(registry.named(savedViews.name), viewsParams(name))
      return [[screens.base, live.includes(name) ? views : `${views} ${firstRequest(resource)}`]]
    }),
  )
}
