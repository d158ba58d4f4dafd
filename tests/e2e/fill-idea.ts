import { expect, type Page } from '@playwright/test';
import { field } from './actors.ts';

async function longText(page: Page, path: string, text: string): Promise<void> {
  await field(page, path).click();
  const editor = page.locator(`.tiptap[id="f-${path}"]`);
  await editor.fill(text);
  await expect(editor).toContainText(text);
}

async function pick(page: Page, path: string, typed: string, option: string): Promise<void> {
  await field(page, path).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

async function day(page: Page, path: string, typed: string): Promise<void> {
  await field(page, path).fill(typed);
  await field(page, path).press('Tab');
}

async function yes(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) await field(page, path).check();
}

async function no(page: Page, label: string, reason: string): Promise<void> {
  await page.getByRole('radiogroup', { name: label, exact: true }).getByRole('radio', { name: 'Не' }).check();
  await page.getByRole('textbox', { name: `${label} Образложење`, exact: true }).fill(reason);
}

/** Uploads a document in the field, as a user would. */
async function attach(page: Page, path: string, name: string): Promise<void> {
  await page
    .locator('.form-field', { has: field(page, path) })
    .getByRole('button', { name: 'Додај нови документ' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(name) });
  await dialog.getByLabel('Опис').fill(name);
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(field(page, path)).not.toHaveValue('');
}

/** Fills in the idea form of a new project, field by field, with consistent figures. */
export async function fillIdea(page: Page, name: string): Promise<void> {
  await field(page, 'basic.projectName').fill(name);
  await field(page, 'basic.level').selectOption({ label: 'Локални' });
  await pick(page, 'basic.proposer', 'zivotne sredine', 'Министарство заштите животне средине');
  await field(page, 'basic.contacts[1].name').fill('Милена Јовић');
  await field(page, 'basic.contacts[1].emails[1]').fill('milena.jovic@example.rs');
  await field(page, 'basic.contacts[1].phones[1]').fill('+381 27 000 000');
  await pick(page, 'basic.locations[1]', 'prokuplje', 'Прокупље');
  for (const [path, text] of [
    ['summary', 'Постројење за 48.000 ЕС.'],
    ['problem', 'Отпадне воде се непречишћене уливају у Топлицу.'],
    ['goals', 'Пречистити 95 % отпадних вода града.'],
    ['results', 'Постројење и колектор.'],
    ['beneficiaries', '38.000 становника.'],
    ['alternatives', 'Разматрана су два места.'],
  ] as const) {
    await longText(page, `description.${path}`, text);
  }
  await field(page, 'description.strategies[1].document').fill('Стратегија управљања водама');
  await field(page, 'description.strategies[1].goal').fill('Пречишћавање отпадних вода');
  await field(page, 'financialInfo.price.local').fill('300.000.000,00');
  await field(page, 'financialInfo.preparationAmount.value').fill('20000000');
  await field(page, 'financialInfo.implementationAmount.value').fill('280.000.000');
  await field(page, 'financialInfo.feasibilityStudyBudget.value').fill('5000000');
  await field(page, 'financialInfo.fundingSources[1].source').selectOption({ label: 'Буџет Републике Србије' });
  await field(page, 'financialInfo.fundingSources[1].localAmount').fill('300000000');
  await field(page, 'financialInfo.yearlyCosts[1].year').selectOption('2027');
  await field(page, 'financialInfo.yearlyCosts[1].amount').fill('100000000');
  await page.getByRole('button', { name: 'Додај ред: Трошкови по фискалним годинама' }).click();
  await field(page, 'financialInfo.yearlyCosts[2].year').selectOption('2028');
  await field(page, 'financialInfo.yearlyCosts[2].amount').fill('200000000');
  await field(page, 'estimatedStartYear').selectOption('2027');
  await field(page, 'estimatedEndYear').selectOption('2028');
  await day(page, 'implementationDates.start', '1.3.2027.');
  await day(page, 'implementationDates.end', '30.9.2028.');
  await field(page, 'durationMonths').fill('20');
  await yes(page, 'documents.spatialPlan', 'documents.prefeasibility', 'documents.land');
  await no(page, 'Урбанистички план', 'План детаљне регулације је у изради.');
  await attach(page, 'legalAssessment', 'Оцена усклађености');
  await yes(page, 'scope.design', 'scope.land', 'scope.works', 'scope.equipment', 'scope.supervision');
  await yes(page, 'procurement.works', 'procurement.goods', 'procurement.services');
  await no(page, 'Набавка по правилима међународног финансијера', 'Домаћи пропис.');
  await yes(page, 'capacity.unit', 'capacity.staff');
}
