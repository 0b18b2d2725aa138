import { useListContext } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { tabsOf } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import sideways from '../../ui/sideways.module.css'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { sortOf } from './sortOf'
import { withoutTab } from './tabs'
import tabStyles from './tabs.module.css'
import { useTabTotals } from './useTabTotals'

export const ListTabs = () => {
  const text = useMachineText()
  const { locale } = useDisplay()
  const resource = useDeclaration()
  const { filterValues, setFilters, setSort } = useListContext()
  const totalOf = useTabTotals()
  const keys = resourceKeys(resource)
  const tabs = tabsOf(resource)
  const shown = tabs.some(([name]) => name === filterValues.tab) ? filterValues.tab : ''
  const open = (name: string, sort = resource.list.sort) => {
    setFilters({ ...withoutTab(filterValues), ...(name && { tab: name }) })
    setSort(sortOf(sort))
  }
  return (
    <fieldset className={`${tabStyles.tabs} ${sideways.sideways}`} aria-label={text('crud.tabs')}>
      {[...tabs.map(([name, { sort }]) => ({ name, sort })), { name: '', sort: undefined }].map(({ name, sort }) => (
        <button key={name} type="button" aria-pressed={name === shown} onClick={() => open(name, sort)}>
          {name ? text(keys.tab(name)) : text('crud.tabs.all')}
          <span>{totalOf && formatNumber(totalOf(name), locale)}</span>
        </button>
      ))}
    </fieldset>
  )
}
