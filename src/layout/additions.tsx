import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react'
import type { PaletteProps } from './palette/offer'

interface Additions {
  menu: readonly ComponentType[]
  cards: readonly ComponentType[]
  palette: readonly ComponentType<PaletteProps>[]
}

const AdditionsContext = createContext<Additions>({ menu: [], cards: [], palette: [] })

export const AdditionsProvider = ({ children, ...additions }: Additions & { children: ReactNode }) => (
  <AdditionsContext value={additions}>{children}</AdditionsContext>
)

const Each = ({ of }: { of: readonly ComponentType[] }) => (
  <Suspense fallback={null}>
    {of.map((Part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: their order is fixed
      <Part key={index} />
    ))}
  </Suspense>
)

export const useHasCards = (): boolean => useContext(AdditionsContext).cards.length > 0

export const usePaletteParts = () => useContext(AdditionsContext).palette

export const MenuEntries = () => <Each of={useContext(AdditionsContext).menu} />

/**
 * All subjects' `card`s, for a product's own home page.
 *
 * @example <Screen title={text('home.title')}><HomeCards /></Screen>
 */
export const HomeCards = () => <Each of={useContext(AdditionsContext).cards} />
