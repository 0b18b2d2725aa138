import { useRecordContext } from 'ra-core'
import { useMemo } from 'react'
import { variants } from '../../resources/variants'
import { RelatedList } from '../list/RelatedList'
import { Readiness } from './Readiness'

/** What an item still needs before it can be booked, and its variants with their resources. */
const CatalogItemVariants = () => {
  const id = useRecordContext()?.id
  const meta = useMemo(() => ({ catalogItemId: String(id) }), [id])
  return (
    <>
      <Readiness id={String(id)} />
      <RelatedList resource={variants} meta={meta} />
    </>
  )
}

export default CatalogItemVariants
