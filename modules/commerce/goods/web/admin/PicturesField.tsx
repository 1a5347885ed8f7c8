import { useRef } from 'react'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { RowActions } from '#web/ui/RowActions.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { picturesMax } from '../../contract/shapes.ts'
import { GoodsPicture } from '../parts/GoodsPicture.tsx'

interface Props {
  readonly value?: readonly string[]
  readonly onChange?: (ids: string[]) => void
  readonly onBusy: (isBusy: boolean) => void
}

/** Up to nine pictures in their order; the first is shown in the mall. */
export function PicturesField({ value = [], onChange, onBusy }: Props) {
  const t = useText('goods')
  // Several uploads may end before the form is drawn again.
  const latest = useRef(value)
  latest.current = value
  const change = (ids: readonly string[]) => {
    latest.current = ids
    onChange?.([...ids])
  }
  return (
    <>
      {value.length > 0 && (
        <ul className="ml-pictures">
          {value.map((id, place) => (
            <li key={id}>
              <GoodsPicture name="" fileId={id} />
              <RowActions
                name={t('mall.picture', { place: place + 1, count: value.length })}
                isFirst={place === 0}
                isLast={place === value.length - 1}
                onMove={(step) => change(withMoved(value, place, place + step))}
                onRemove={() => change(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {value.length < picturesMax && (
        <FileUpload
          kind="image"
          countMax={picturesMax}
          onBusy={onBusy}
          onUploaded={({ id }) => change([...latest.current, id].slice(0, picturesMax))}
          onRemoved={({ id }) => change(latest.current.filter((one) => one !== id))}
        />
      )}
    </>
  )
}
