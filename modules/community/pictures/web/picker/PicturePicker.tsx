import './picker.css'
import { Modal } from 'antd'
import { useState } from 'react'
import type { FileInfo } from '#modules/platform/files/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { pictureUrl } from '#web/ui/picture.ts'
import { type Material, ownPictureBytesMax } from '../../contract.ts'
import { CropStage, type LoadedPicture } from './CropStage.tsx'
import { Library } from './Library.tsx'

export interface PicturePickerProps {
  /** Offered as the title to write on the picture. */
  readonly title?: string
  /** The picture, cut to 16:9 and uploaded for the company. */
  readonly onChosen: (file: FileInfo) => void
  readonly onClose: () => void
}

/** Where a title stands on a picture from the own device: at its foot, on a shade. */
const footOfPhoto = { blank: { x: 6, y: 62, width: 88, height: 30 }, ink: '#ffffff', isPlatform: false }

async function loadMaterial(material: Material): Promise<LoadedPicture> {
  const image = new Image()
  image.src = pictureUrl(material.path) ?? ''
  await image.decode()
  const place = { blank: material.blank, ink: material.ink, isPlatform: material.isPlatform }
  return { image, name: material.name, place, titleLengthMax: material.titleLengthMax }
}

/** Chooses a cover from the picture library, or a picture of one's own: cut to 16:9, with a title on it where wanted. */
export default function PicturePicker({ title = '', onChosen, onClose }: PicturePickerProps) {
  const t = useText('pictures')
  const [loaded, setLoaded] = useState<LoadedPicture>()
  const show = async (load: Promise<LoadedPicture>) => {
    try {
      setLoaded(await load)
    } catch {
      notify('error', t('picker.unreadable'))
    }
  }
  const chooseFile = (file: File) => {
    if (file.size > ownPictureBytesMax) return notify('error', t('picker.tooLarge'))
    const load = async () => ({
      image: await createImageBitmap(file),
      name: file.name,
      place: footOfPhoto,
      titleLengthMax: undefined,
    })
    void show(load())
  }
  return (
    <Modal open width={980} title={t('picker.title')} footer={null} onCancel={onClose} destroyOnHidden>
      {loaded ? (
        <CropStage picture={loaded} title={title} onBack={() => setLoaded(undefined)} onStored={onChosen} />
      ) : (
        <Library onPick={(material) => void show(loadMaterial(material))} onFile={chooseFile} />
      )}
    </Modal>
  )
}
