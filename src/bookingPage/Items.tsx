/** @jsxImportSource preact */
import { fill, money } from './format'
import { Heading, StepLink, usePage } from './page'
import type { Content } from './pageData'

const categoriesOf = (items: Content['items']): (string | null)[] =>
  Array.from(new Set(items.map(({ category }) => category)))

/** What the business offers. */
export const Items = ({ content, takesFocus }: { content: Content; takesFocus: boolean }) => {
  const { texts, route, files, ...page } = usePage()
  const { pageTitle, pageIntro } = content.channel
  const categories = categoriesOf(content.items)
  return (
    <>
      <Heading takesFocus={takesFocus}>{pageTitle ?? content.tenant.name}</Heading>
      {pageIntro && <p class="intro">{pageIntro}</p>}
      {content.items.length === 0 && <p>{texts.nothing}</p>}
      {categories.map(category => (
        <section key={category}>
          {category && categories.length > 1 && <h2>{category}</h2>}
          <ul class="items">
            {content.items
              .filter(item => item.category === category)
              .map(item => (
                <li key={item.slug}>
                  <StepLink to={{ ...route, step: 'choose', choice: { item: item.slug } }} class="item">
                    {item.imageUrl && (
                      <img src={files + item.imageUrl} alt="" width="96" height="72" loading="lazy" decoding="async" />
                    )}
                    <span class="itemText">
                      <strong>{item.name}</strong>
                      {item.description && <span class="about">{item.description}</span>}
                      {item.fromPrice && (
                        <span class="price">
                          {item.variantCount > 1 && item.fromPrice.amount > 0
                            ? fill(texts.from, { price: money(item.fromPrice, { ...page, texts }) })
                            : money(item.fromPrice, { ...page, texts })}
                        </span>
                      )}
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
