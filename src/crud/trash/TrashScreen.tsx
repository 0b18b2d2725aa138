import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { BackLink } from '../screen/BackLink'
import { resourceKeys } from '../text/resourceKeys'
import { TrashedRecords } from './TrashedRecords'
import { useTrashText } from './useTrashText'

const TrashScreen = () => {
  const text = useTrashText()
  const resource = useDeclaration()
  return (
    <Screen
      title={text('crud.trash.title', { name: text(resourceKeys(resource).page('list')) })}
      back={<BackLink />}
      subtitle={text('crud.trash.about', { smart_count: resource.trash?.days ?? 0 })}
    >
      <TrashedRecords />
    </Screen>
  )
}

export default TrashScreen
