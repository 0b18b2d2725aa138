/** @jsxImportSource preact */
import { fill, type Money, priceFor } from './format'
import { Heading, StepLink, usePage } from './page'
import type { Content, PageData } from './pageData'

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

export const Items = ({ content, takesFocus }: { content: Content; takesFocus: boolean }) => {
  const page = usePage()
  const { texts, route } = page
  const { pageTitle, pageIntro } = content.channel
  const categories = categoriesOf(content.items)
  return (
    <>
      <Heading takesFocus={takesFocus}>{pageTitle ?? content.tenant.name}</Heading>
      {pageIntro && (
        <p class="intro" dir="auto">
          {pageIntro}
        </p>
      )}
      {content.items.length === 0 && <p>{texts.nothing}</p>}
      {categories.map(category => (
        <section key={category}>
          {category && categories.length > 1 && <h2 dir="auto">{category}</h2>}
          <ul class="items">
            {content.items
              .filter(item => item.category === category)
              .map(item => (
                <li key={item.slug}>
                  <StepLink to={{ ...route, step: 'choose', choice: { item: item.slug } }} class="item">
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
