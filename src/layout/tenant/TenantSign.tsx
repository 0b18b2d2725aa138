import { useState } from 'react'
import { useRegistry } from '../../crud/views'
import { fileAddress } from '../../fileAddress'
import type { StoredImage } from '../../schema'
import type { Tenant } from '../../tenant/Tenant'

interface TenantSignProps {
  tenant: Tenant | null
  name: string
  className?: string | undefined
}

export const TenantSign = ({ tenant, name, className }: TenantSignProps) => {
  const { picture } = useRegistry().find('tenants') ?? {}
  const image = picture && (tenant as Partial<Record<string, StoredImage | null>> | null)?.[picture]
  const [broken, setBroken] = useState<string | null>(null)
  return image && image.url !== broken ? (
    <img
      className={className}
      src={fileAddress(image.url)}
      alt=""
      loading="lazy"
      onError={() => setBroken(image.url)}
    />
  ) : (
    <span className={className} aria-hidden="true">
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  )
}
