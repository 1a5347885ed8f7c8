import { expect, it } from 'vitest'
import { watermarkTile } from './watermark.ts'

it('a name is text in the pattern, whatever it is made of', () => {
  const tile = decodeURIComponent(watermarkTile('<script>"林小雨" & \'co\'</script>'))
  expect(tile).not.toContain('<script')
  expect(tile).toContain('&lt;script&gt;&quot;林小雨&quot; &amp; &#39;co&#39;&lt;/script&gt;')
})

it('the pattern is one address that no character of a name can end', () => {
  const address = watermarkTile(`")</style><img src=x onerror=alert(1)>`)
  expect(address).toMatch(/^url\("data:image\/svg\+xml,[^"<>\\\s]*"\)$/)
})
