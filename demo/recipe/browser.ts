import { type Browser, chromium } from '@playwright/test'

/** The installed Chromium, with the switches that keep it quiet and its pictures the same everywhere. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
}
