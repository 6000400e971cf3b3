// Without this script, all pages still work with their buttons.
// Returns the payer to the merchant after a pause in which the result can be read.
const form = document.querySelector("form[data-return-after]");
if (form) setTimeout(() => form.requestSubmit(), Number(form.dataset.returnAfter));

// When the bank session has expired, loads the result page, which returns the payer to the merchant.
const session = document.querySelector("[data-ends-after]");
if (session) setTimeout(() => location.replace("?return"), Number(session.dataset.endsAfter) + 500);
