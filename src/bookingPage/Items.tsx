/** @jsxImportSource preact */
import { fill, type Money, priceFor } from './format'
import { Heading, StepLink, usePage } from './page'
import type { Content, PageData } from './pageData'
import type { Route } from './route'

const categoriesOf = (items: Content['items']): (string | null)[] =>
  Array.from(new Set(items.map(({ category }) => category)))

const lowestPrice = (
  { fromPricingUnit, variantCount, ...item }: Content['items'][number],
  price: Money,
  words: Pick<PageData, 'lang' | 'texts'>,
): string => {
  const said = priceFor(price, { ...item, pricingUnit: fromPricingUnit ?? 'per_booking' }, words)
  return variantCount > 1 && price.amount > 0 ? fill(words.texts.from, { price: said }) : said
}

interface ListProps {
  items: Content['items']
  to: (item: Content['items'][number]) => Route
}

export const ItemList = ({ items, to }: ListProps) => {
  const page = usePage()
  const categories = categoriesOf(items)
  return (
    <>
      {categories.map(category => (
        <section key={category}>
          {category && categories.length > 1 && <h2 dir="auto">{category}</h2>}
          <ul class="items">
            {items
              .filter(item => item.category === category)
              .map(item => (
                <li key={item.slug}>
                  <StepLink to={to(item)} class="item">
                    {item.imageUrl && (
                      <img src={item.imageUrl} alt="" width="96" height="72" loading="lazy" decoding="async" />
                    )}
                    <span class="itemText">
                      <strong dir="auto">{item.name}</strong>
                      {item.description && (
                        <span class="about" dir="auto">
                          {item.description}
                        </span>
                      )}
                      {item.fromPrice && <span class="price">{lowestPrice(item, item.fromPrice, page)}</span>}
                    </span>
                  </StepLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

export const Items = ({ content, takesFocus }: { content: Content; takesFocus: boolean }) => {
  const { texts, route } = usePage()
  const { pageTitle, pageIntro } = content.channel
  return (
    <>
      <Heading takesFocus={takesFocus}>{pageTitle ?? content.tenant.name}</Heading>
      {pageIntro && (
        <p class="intro" dir="auto">
          {pageIntro}
        </p>
      )}
      {content.items.length === 0 && <p>{texts.nothing}</p>}
      <ItemList items={content.items} to={({ slug }) => ({ ...route, step: 'choose', choice: { item: slug } })} />
    </>
  )
}
