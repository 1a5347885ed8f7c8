import '#test/web/browser.ts'
import { Form } from 'antd'
import { beforeAll, expect, test } from 'vitest'
import { renderedMarkup, renderedText } from '#test/web/rendered.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }
import { NumberField, useLimits } from './NumberField.tsx'

beforeAll(async () => {
  registerMessages('shell', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['shell'])
})

const Said = ({ entered }: { entered: number | null | undefined }) =>
  useLimits({ min: 1, max: 100_000 })(entered) ?? 'fine'

test('a number outside of the limits gets a sentence with the limit, one at the limit none', async () => {
  const said = () =>
    [100_000, 100_000.01, 250_000, 1, 0.99, -5, null, undefined].map((entered) =>
      renderedText(<Said entered={entered} />),
    )
  expect(said()).toEqual([
    ...['fine', '不能大于 100,000', '不能大于 100,000', 'fine', '不能小于 1', '不能小于 1'],
    ...['fine', 'fine'],
  ])
  await switchLanguage('en')
  expect([said()[2], said()[4]]).toEqual(['At most 100,000', 'At least 1'])
  await switchLanguage('cn')
})

test('a field of a form names its limits to whoever cannot see it', () => {
  const field = renderedMarkup(
    <Form initialValues={{ cost: 250_000 }}>
      <NumberField name="cost" label="费用" min={0} max={100_000} precision={2} />
    </Form>,
  )
  expect(field).toContain('费用')
  expect(field).toContain('value="250000.00"')
  expect(field).toContain('aria-valuemax="100000"')
})
