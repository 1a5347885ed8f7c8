import type { Request } from '@playwright/test'

/** Calls that a page makes at once travel in one request: a line for each that was refused, with its status. */
export async function refusedCallsOf(request: Request): Promise<string[]> {
  const response = await request.response()
  if (!response) return []
  if (response.status() >= 400) return [`${response.status()} ${request.method()} ${request.url()}`]
  if (!request.url().endsWith('/system/calls')) return []
  const { calls } = request.postDataJSON() as { readonly calls: readonly string[] }
  const lines = (await response.text()).split('\n').map((line) => line.split(' '))
  return lines.filter(([, status]) => Number(status) >= 400).map(([at, status]) => `${status} GET ${calls[Number(at)]}`)
}
