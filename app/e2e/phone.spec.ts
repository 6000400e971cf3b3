/** On a phone bills are cards, and can be paid there. */
import { bar, batch, billsOf, someOf, totalOf } from './bills'
import { sectionLink } from './mainMenu'
import { becomes, chooseBank, enterNumbers, forThisTry, payAndFollow, review } from './pay'
import { expect, people, test } from './people'

const phone = { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true }

test('paying from the list of cards', async ({ as }) => {
  const page = await as(people.payer, phone)
  const bills = await someOf(page, batch(8), 2)
  await page.goto('/home')
  await sectionLink(page, 'Bills').tap()
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(bills.map(({ invoiceNo }) => invoiceNo).join(', '))
  for (const { invoiceNo } of bills) {
    const card = page.getByRole('listitem').filter({ hasText: invoiceNo })
    await expect(card).toContainText('RM')
    await card.getByRole('checkbox', { name: `Select invoice ${invoiceNo}` }).tap()
  }
  await expect(bar(page)).toContainText(billsOf(2))
  await expect(bar(page)).toContainText(totalOf(bills))
  await page.getByRole('link', { name: 'Review and pay' }).tap()
  await page.getByRole('radio', { name: 'EFT GIRO' }).check()
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('IBG800001')]])
  await review(page, bills)
  await payAndFollow(page, bills)
  await becomes(page, 'Your payment was submitted')
})
