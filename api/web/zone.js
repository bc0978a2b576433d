// Chooses the time zone of the browser in the form of the page, unless one is chosen already or the list does not have it.

/** @type {HTMLSelectElement | null} */
const select = document.querySelector("select[name=time_zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (select && !select.value && [...select.options].some((option) => option.value === zone)) {
  select.value = zone;
}
