import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type SyntheticEvent, useEffect, useId, useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import styles from './files.module.css'
import type { Crop } from './pictures'
import { useFileText } from './useFileText'

interface CropDialogProps {
  file: File
  ratio: number
  onUse: (crop: Crop) => void
  onClose: () => void
  onUnreadable: () => void
}

const useObjectUrl = (file: File): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

export const CropDialog = ({ file, ratio, onUse, onClose, onUnreadable }: CropDialogProps) => {
  const text = useFileText()
  const id = useId()
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState<PercentCrop>()
  const start = ({ currentTarget: { width, height } }: SyntheticEvent<HTMLImageElement>) => {
    const widest = makeAspectCrop({ unit: '%', width: 100 }, ratio, width, height)
    const fitting = widest.height > 100 ? makeAspectCrop({ unit: '%', height: 100 }, ratio, width, height) : widest
    setCrop(centerCrop(fitting, width, height))
  }
  const corner = text('crud.crop.corner')
  return (
    <Dialog open onClose={onClose} maxWidth="md" aria-labelledby={`${id}-title`} aria-describedby={`${id}-help`}>
      <DialogTitle id={`${id}-title`}>{text('crud.crop.title')}</DialogTitle>
      <DialogContent>
        <p id={`${id}-help`} className={styles.cropHelp}>
          {text('crud.crop.help')}
        </p>
        {url && (
          <ReactCrop
            crop={crop}
            aspect={ratio}
            keepSelection
            minWidth={16}
            ruleOfThirds
            ariaLabels={{
              cropArea: text('crud.crop.frame'),
              nwDragHandle: corner,
              nDragHandle: corner,
              neDragHandle: corner,
              eDragHandle: corner,
              seDragHandle: corner,
              sDragHandle: corner,
              swDragHandle: corner,
              wDragHandle: corner,
            }}
            onChange={(_, percent) => setCrop(percent)}
          >
            <img className={styles.cropped} src={url} alt="" onLoad={start} onError={onUnreadable} />
          </ReactCrop>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text('crud.cancel')}</Button>
        <Button variant="contained" disabled={!crop} onClick={() => crop && onUse(crop)}>
          {text('crud.crop.use')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
