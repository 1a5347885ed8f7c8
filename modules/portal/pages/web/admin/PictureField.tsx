import { Button } from 'antd'
import { CoverField, FileUpload } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { Labeled } from './Labeled.tsx'

interface Props {
  readonly label: string
  readonly isVideo?: boolean
  readonly fileId: string | null
  readonly onChange: (fileId: string | null) => void
}

/** A picture or a video of the company's own files. */
export function PictureField({ label, isVideo = false, fileId, onChange }: Props) {
  const t = useText('pages')
  return (
    <Labeled label={label}>
      {() =>
        isVideo ? (
          <>
            <FileUpload kind="video" label={t('design.chooseVideo')} onUploaded={({ id }) => onChange(id)} />
            {fileId !== null && (
              <Button type="text" onClick={() => onChange(null)}>
                {t('design.removeVideo')}
              </Button>
            )}
          </>
        ) : (
          <CoverField
            chosen={fileId !== null}
            hint={t('design.pictureHint')}
            tooLarge={t('design.pictureTooLarge')}
            onChange={(file) => onChange(file?.id ?? null)}
          >
            <span className="pe-picture">
              <Cover name={label} url={fileId === null ? null : `files/${fileId}`} />
            </span>
          </CoverField>
        )
      }
    </Labeled>
  )
}
