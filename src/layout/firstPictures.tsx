import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Session, SessionState } from '../authProvider/createSession'
import { SessionProvider } from '../authProvider/SessionProvider'
import { config } from '../config'
import screenStyles from '../crud/screen/screen.module.css'
import { resourceKeys } from '../crud/text/resourceKeys'
import { resourceMessages } from '../crud/text/resourceMessages'
import { fixLocale, type Locale, locales } from '../i18n/locale'
import { resourcesGerman } from '../i18n/resourcesGerman'
import { LoginPage } from '../pages/entry/LoginPage'
import { resources } from '../resources'
import styles from './shell.module.css'

/** By the path of a page, without a slash at its end, and the language. `app` is for any other page behind sign-in. */
export type FirstPictures = Readonly<Record<string, Readonly<Record<Locale, string>>>>

const signedOut: SessionState = { user: null, session: null, loading: false, ended: null, isUnreachable: false }
const nobody = { getState: () => signedOut, subscribe: () => () => {} } as unknown as Session

const SignIn = () => (
  <SessionProvider session={nobody}>
    <StaticRouter location="/login">
      <LoginPage />
    </StaticRouter>
  </SessionProvider>
)

/** The shell around a list that is loading, without what depends on the person. */
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
          <div className={screenStyles.screen}>
            <div className={screenStyles.header}>
              <div>
                <h1 className={screenStyles.title}>{title}</h1>
              </div>
            </div>
            <div className={screenStyles.loading}>
              <div className={screenStyles.bar} />
              <p>{loading}</p>
            </div>
          </div>
        )}
      </div>
    </div>
  </div>
)

const english = resourceMessages(resources)
const messages: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: english,
  de: { ...english, ...resourcesGerman },
}

const inLocales = (picture: (locale: Locale) => string): Record<Locale, string> =>
  Object.fromEntries(
    locales.map(locale => {
      fixLocale(locale)
      // Nothing of it works yet, so that nothing may be typed into it or read out.
      return [locale, `<fieldset inert disabled class="${styles.picture}">${picture(locale)}</fieldset>`]
    }),
  ) as Record<Locale, string>

/**
 * What pages are served with, so that their first paint need not wait for scripts: the sign-in page, and the shell with the
 * heading of a list. Written when the application is built.
 * @param productName stands where the product's name will be
 */
export const firstPictures = (productName: string): FirstPictures => {
  config.productName = productName
  const lists = resources.flatMap(resource => {
    const keys = resourceKeys(resource)
    const list = (locale: Locale) => (
      <Frame title={messages[locale][keys.page('list')]} loading={messages[locale][keys.loading('list')]} />
    )
    const path = resource.screens?.base
    return path ? [[path, inLocales(locale => renderToStaticMarkup(list(locale)))] as const] : []
  })
  return {
    '/login': inLocales(() => renderToStaticMarkup(<SignIn />).replace(/<title>.*?<\/title>/, '')),
    app: inLocales(() => renderToStaticMarkup(<Frame />)),
    ...Object.fromEntries(lists),
  }
}
