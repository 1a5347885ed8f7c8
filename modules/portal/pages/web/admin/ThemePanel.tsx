import { Button, ColorPicker } from 'antd'
import { memo } from 'react'
import { contrastIn, contrastMin, isReadable } from '#kit/page-colors.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { PageDocument, PageProblem } from '../../contract/document.ts'
import { withTheme } from './edits.ts'
import { Labeled } from './Labeled.tsx'
import { PictureField } from './PictureField.tsx'
import type { DocumentEditor } from './use-document.ts'

interface Props {
  readonly theme: PageDocument['theme']
  readonly problems: readonly PageProblem[]
  readonly edit: DocumentEditor['edit']
}

/** Colors that can be read, to begin with. */
const presets = ['#1f5c85', '#1d6b57', '#7a3e12', '#8a2f3b', '#4b3f8f', '#2f4858']

/** The look of a page: its logo and its colors, each with whether it can be read. */
export const ThemePanel = memo(function ThemePanel({ theme, edit }: Props) {
  const t = useText('pages')
  const change = (part: Partial<PageDocument['theme']>, field: string) =>
    edit((before) => withTheme(before, part), `${field} of theme`)
  return (
    <section className="pe-properties" aria-label={t('design.theme')}>
      <h2>{t('design.theme')}</h2>
      <PictureField
        label={t('design.logo')}
        fileId={theme.logoFileId}
        onChange={(logoFileId) => change({ logoFileId }, 'logo')}
      />
      {(['primary', 'accent'] as const).map((name) => (
        <ColorField
          key={name}
          label={t(`design.${name}`)}
          value={theme[name]}
          onChange={(color) => change({ [name]: color }, name)}
        />
      ))}
    </section>
  )
})

interface ColorProps {
  readonly label: string
  readonly value: string | null
  readonly onChange: (color: string | null) => void
}

function ColorField({ label, value, onChange }: ColorProps) {
  const t = useText('pages')
  const isFine = value === null || isReadable(value)
  return (
    <Labeled label={label}>
      {() => (
        <>
          <span className="sy-inline sy-gap-2">
            <ColorPicker
              disabledAlpha
              format="hex"
              value={value ?? '#1f5c85'}
              showText={() => value ?? t('design.ownColor')}
              presets={[{ label: t('design.presets'), colors: presets }]}
              onChangeComplete={(color) => onChange(color.toHexString().slice(0, 7).toLowerCase())}
            />
            {value !== null && (
              <Button type="text" onClick={() => onChange(null)}>
                {t('design.resetColor')}
              </Button>
            )}
          </span>
          {value !== null && (
            <small className={isFine ? 'pe-fine' : 'pe-fault'} role="status">
              <Icon name={isFine ? 'check' : 'alert'} size={14} />
              {t(isFine ? 'design.contrastFine' : 'design.contrastLow', {
                ratio: contrastIn(value, 'light').toFixed(1),
                min: contrastMin,
              })}
            </small>
          )}
        </>
      )}
    </Labeled>
  )
}
