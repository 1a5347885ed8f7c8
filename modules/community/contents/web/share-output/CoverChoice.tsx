import { Button } from 'antd'
import { useState } from 'react'
import { PicturePicker } from '#modules/community/pictures/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { Icon } from '#web/ui/Icon.tsx'

interface Props {
  readonly title: string
  readonly fileId: string | null
  readonly onChange: (fileId: string | null) => void
}

/** The cover: from the picture library, or a picture of the author's own. */
export function CoverChoice({ title, fileId, onChange }: Props) {
  const t = useText('contents')
  const [open, setOpen] = useState(false)
  return (
    <div className="sy-column sy-gap-2">
      <Cover name={title} url={fileId && `files/${fileId}`} />
      <div className="sy-actions">
        <Button icon={<Icon name="image" size={16} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t(fileId === null ? 'write.coverChoose' : 'write.coverReplace')}
        </Button>
        {fileId !== null && (
          <Button type="text" onClick={() => onChange(null)}>
            {t('write.coverRemove')}
          </Button>
        )}
      </div>
      {open && (
        <PicturePicker
          title={title}
          onClose={() => setOpen(false)}
          onChosen={({ id }) => {
            onChange(id)
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}
