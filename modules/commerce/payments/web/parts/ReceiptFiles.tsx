import type { Static } from 'typebox'
import { Icon } from '#web/ui/Icon.tsx'
import type { ReceiptFile } from '../../contract/shapes.ts'

/** The files of a receipt; each opens beside the page. */
export function ReceiptFiles({ files }: { files: readonly Static<typeof ReceiptFile>[] }) {
  return (
    <ul className="sy-plain-list sy-column sy-gap-2">
      {files.map(({ id, name, url }) => (
        <li key={id} className="sy-row sy-gap-2">
          <Icon name="file" size={16} />
          {url === null ? (
            <span className="sy-faint">{name}</span>
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
