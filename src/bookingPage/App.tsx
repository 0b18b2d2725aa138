/** @jsxImportSource preact */

import { useEffect, useState } from 'preact/hooks'
import { languageNames, locales, MINUTE } from '../declare'
import { call, watchLine } from './api'
import { Choose } from './Choose'
import { Details } from './Details'
import { fill } from './format'
import { Items } from './Items'
import { LinkedHold, OfferPage } from './Linked'
import { Manage } from './Manage'
import { Nothing } from './Nothing'
import { Loading, type Page, PageContext, StepLink, usePage, visitorsZone } from './page'
import type { Item, PageData } from './pageData'
import { type Choice, hrefOf, type Route, routeOf } from './route'
import { Contact } from './Summary'
import { tellParent } from './tellParent'
import { useLoaded } from './useLoaded'
import { AddService, Visit } from './Visit'
import { Wait } from './Wait'

interface StepProps {
  data: PageData
  route: Route
  takesFocus: boolean
}

const ItemStep = ({ data, choice, step, takesFocus }: StepProps & { choice: Choice; step: string }) => {
  const { api, texts, route, lang } = data
  const loaded = useLoaded<Item>(
    choice.item,
    signal =>
      call(`${api}/items/${encodeURIComponent(choice.item)}`, { signal, query: { channel: route.channel, lang } }),
    data.item?.slug === choice.item ? data.item : null,
  )
  const item = loaded.value?.slug === choice.item ? loaded.value : null
  if (loaded.error)
    return (
      <Nothing
        {...{ takesFocus, error: loaded.error, again: loaded.again }}
        title={texts.allItems}
        missing={[texts.notOffered, texts.notOfferedWhy]}
      />
    )
  if (!item) return <Loading />
  if (choice.adds) return <AddService {...{ choice, takesFocus }} />
  if (choice.others) return <Visit {...{ choice, takesFocus }} first={item} />
  if (step === 'details') return <Details key={choice.at} {...{ item, choice, takesFocus }} />
  if (step === 'wait') return <Wait {...{ item, choice, takesFocus }} />
  return <Choose {...{ item, choice, takesFocus }} />
}

const Step = (props: StepProps) => {
  const { data, route, takesFocus } = props
  switch (route.step) {
    case 'items':
      return data.content ? <Items content={data.content} takesFocus={takesFocus} /> : null
    case 'choose':
    case 'details':
    case 'wait':
      return <ItemStep {...props} choice={route.choice} step={route.step} key={`${route.step} ${route.choice.item}`} />
    case 'manage':
      return <Manage key={route.token} token={route.token} takesFocus={takesFocus} />
    case 'hold':
      return <LinkedHold token={route.token} takesFocus={takesFocus} />
    case 'offer':
      return <OfferPage token={route.token} takesFocus={takesFocus} />
  }
}

const Top = ({ data, route }: { data: PageData; route: Route }) => {
  const { business, lang } = data
  const { address } = business
  const where = address && [address.line1, [address.postalCode, address.city].filter(Boolean).join(' ')].filter(Boolean)
  return (
    <header>
      {business.logoUrl && <img src={business.logoUrl} alt="" width="48" height="48" />}
      <div class="who">
        <strong dir="auto">
          {data.content ? (
            <StepLink to={{ channel: route.channel, lang: route.lang, embed: route.embed, step: 'items' }}>
              {business.name}
            </StepLink>
          ) : (
            business.name
          )}
        </strong>
        {where && where.length > 0 && <span dir="auto">{where.join(', ')}</span>}
      </div>
      {locales
        .filter(other => other !== lang)
        .map(other => (
          <a key={other} href={hrefOf(data.base, { ...route, lang: other })} data-leave lang={other} hreflang={other}>
            {languageNames[other]}
          </a>
        ))}
    </header>
  )
}

const InLine = () => {
  const { texts } = usePage()
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => watchLine(setSeconds), [])
  return <div role="status">{seconds !== null && <p class="clock">{fill(texts.inLine, { count: seconds })}</p>}</div>
}

export const App = ({ data }: { data: PageData }) => {
  const { business, texts, now, base } = data
  const [route, setRoute] = useState(data.route)
  const [isLive, setLive] = useState(false)
  const [isEntered, setEntered] = useState(false)
  const [ownZone, setOwnZone] = useState<string | null>(null)
  const [zone, setZone] = useState(business.timeZone)
  const [skew, setSkew] = useState(0)

  useEffect(() => {
    setLive(true)
    setOwnZone(visitorsZone(business.timeZone))
    // Less than a minute is a slow connection.
    const apart = now - Date.now()
    if (Math.abs(apart) > MINUTE) setSkew(apart)
    const follow = () => {
      const found = routeOf(location.pathname.slice(base.length), new URLSearchParams(location.search))
      if (found) setRoute(found)
      setEntered(true)
    }
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a')
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!link || !isPlain || link.hasAttribute('download') || link.dataset.leave !== undefined) return
      const isHere = link.origin === location.origin && (link.pathname === base || link.pathname.startsWith(`${base}/`))
      const found = isHere && routeOf(link.pathname.slice(base.length), new URLSearchParams(link.search))
      if (!found) return
      event.preventDefault()
      history.pushState(null, '', link.href)
      setRoute(found)
      setEntered(true)
    }
    addEventListener('popstate', follow)
    document.addEventListener('click', click)
    return () => {
      removeEventListener('popstate', follow)
      document.removeEventListener('click', click)
    }
  }, [base, business.timeZone, now])

  const item = 'choice' in route ? route.choice?.item || null : null
  useEffect(() => tellParent({ type: 'step', step: route.step, item }), [route.step, item])

  const page: Page = {
    ...data,
    route,
    ...{ zone, ownZone, showZone: setZone, skew, isLive, isFirst: route === data.route },
    go: (to, { replace = false } = {}) => {
      history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(base, to))
      setRoute(to)
      if (!replace || to.step !== route.step) setEntered(true)
    },
  }
  return (
    <PageContext.Provider value={page}>
      {!route.embed && <Top data={data} route={route} />}
      <main>
        <InLine />
        <Step data={data} route={route} takesFocus={isEntered} />
        <noscript>
          <p class="problem">
            {texts.needsScript}{' '}
            {business.contactPhone && (
              <>
                {texts.callUs} <a href={`tel:${business.contactPhone}`}>{business.contactPhoneText}</a>
              </>
            )}
          </p>
        </noscript>
      </main>
      {(route.step === 'items' || route.step === 'choose') && (
        <footer>
          <Contact />
        </footer>
      )}
    </PageContext.Provider>
  )
}
