// Without this script everything still works by its buttons.
// FPX returns the payer by itself after a moment in which the result can be read.
const form = document.querySelector("form[data-return-after]");
if (form) setTimeout(() => form.requestSubmit(), Number(form.dataset.returnAfter));

// When the session at the bank is over, the page says so, and FPX returns the payer.
const session = document.querySelector("[data-ends-after]");
if (session) setTimeout(() => location.replace("?return"), Number(session.dataset.endsAfter) + 500);
