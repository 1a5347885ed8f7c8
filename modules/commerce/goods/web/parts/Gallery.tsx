import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { GoodsPicture } from './GoodsPicture.tsx'

/** The pictures of goods: one large, the others chosen below it. */
export function Gallery({ name, pictureIds }: { name: string; pictureIds: readonly string[] }) {
  const t = useText('goods')
  const [place, setPlace] = useState(0)
  return (
    <div className="ml-gallery">
      <GoodsPicture key={pictureIds[place]} name={name} fileId={pictureIds[place]} />
      {pictureIds.length > 1 && (
        <ul className="ml-thumbs">
          {pictureIds.map((id, at) => (
            <li key={id}>
              <button
                type="button"
                aria-label={t('mall.picture', { place: at + 1, count: pictureIds.length })}
                aria-pressed={at === place}
                onClick={() => setPlace(at)}
              >
                <GoodsPicture name={name} fileId={id} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
