import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED } from '#kit/errors.ts'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { failureText } from '#web/api/failure-text.ts'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { files } from '../contract.ts'
import { CropFrame } from './CropFrame.tsx'
import { boundedPlacement, centred, croppedPng, type Placement } from './crop.ts'
import { acceptOf, type ChoiceRefusal, refusalOf } from './upload-rules.ts'
import './files.css'

export interface ImageCropFieldProps {
  /** The path of the stored picture of 200×200, for `pictureUrl`. */
  readonly onUploaded: (path: string) => void
  /** What the button says; it asks for an avatar where nothing is said. */
  readonly label?: string
}

interface Chosen {
  readonly picture: ImageBitmap
  readonly placement: Placement
}

/** A button that asks for a picture, and crops and uploads a square of it (SYSTEM-057 to SYSTEM-059). */
export default function ImageCropField({ onUploaded, label }: ImageCropFieldProps) {
  const t = useText('files')
  const kit = useText('kit')
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const { busy, run } = useAction()

  const isAvatar = label === undefined
  const refusedText = ({ reason, values }: ChoiceRefusal) => {
    if (isAvatar && reason === 'size') return kit('ui.avatar-too-large')
    if (isAvatar && reason === 'type') return kit('ui.avatar-format')
    return t(`upload.refused.${reason}`, { ...values, types: 'JPG / JPEG / PNG' })
  }
  /** An avatar that is refused says why; whatever else ends its upload is an upload that failed. */
  const failedText = async (error: CallError) => {
    if (!isAvatar) return failureText(error)
    if (isRefusal(error, FILE_TOO_LARGE)) return kit('ui.avatar-too-large')
    return kit(isRefusal(error, FILE_TYPE_UNSUPPORTED) ? 'ui.avatar-format' : 'ui.upload-failed')
  }

  const choose = async (file: File | undefined) => {
    if (!file) return
    const refusal = refusalOf('avatar', file)
    if (refusal) return notify('error', refusedText(refusal))
    try {
      // The name may be wrong, so the browser must be able to decode the picture.
      const picture = await createImageBitmap(file)
      setChosen({ picture, placement: boundedPlacement(picture, centred) })
    } catch {
      notify('error', t('crop.unreadable'))
    }
  }
  const close = () => {
    chosen?.picture.close()
    setChosen(undefined)
  }
  const send = () => {
    if (!chosen) return
    return run(
      async () => {
        const file = await croppedPng(chosen.picture, chosen.placement)
        const sent = { file, fileName: 'avatar.png', partName: 'image' }
        const { path } = await upload(files.cropperUpload, sent, { quiet: true })
        close()
        onUploaded(path)
      },
      {
        onFailure: async (error) => {
          if (error.status !== 401) notify('error', await failedText(error))
        },
      },
    )
  }
  return (
    <div className="sy-row sy-wrap files-crop-field">
      <Button icon={<Icon name="image" size={16} />} onClick={() => input.current?.click()}>
        {label ?? kit('ui.upload-avatar')}
      </Button>
      <span className="sy-note files-drop-hint">{kit('ui.recommended-300')}</span>
      <input
        ref={input}
        type="file"
        className="sy-visually-hidden"
        tabIndex={-1}
        aria-label={label ?? kit('ui.upload-avatar')}
        accept={acceptOf('avatar')}
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Modal
        open={chosen !== undefined}
        title={label ?? kit('ui.upload-avatar')}
        okText={t('crop.use')}
        cancelText={t('crop.cancel')}
        confirmLoading={busy}
        onOk={() => void send()}
        onCancel={close}
        width={380}
        destroyOnHidden
      >
        {chosen && (
          <CropFrame
            picture={chosen.picture}
            placement={chosen.placement}
            onChange={(placement) => setChosen((before) => before && { ...before, placement })}
          />
        )}
      </Modal>
    </div>
  )
}
